#include "models/catalog.h"

#include "models/fabric/fabric.h"
namespace rocelint {
}

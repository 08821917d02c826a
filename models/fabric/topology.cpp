#include "models/fabric/topology.h"
namespace rocelint {
}

#include "games/angry/solve.h"
void angry_solve_script(struct angry_quest *quest)
{
    (void)quest;
}

/* Makes a proof from what the prover knows: the winner's answer to everything that the other may try. */
#ifndef PANJ_GAMES_KONANE_ANSWERING_H
#define PANJ_GAMES_KONANE_ANSWERING_H

#include "games/konane/answers.h"
#include "games/konane/prover.h"

/* After a run of the prover that has decided `root`: all answers, and who wins. NULL: it has not, or this was stopped
 * or out of memory. */
struct konane_answers *konane_answer_all(struct prover *, const struct konane_board *,
                                         const struct konane_position *root, int threads, struct job *,
                                         enum konane_side *winner);

#endif

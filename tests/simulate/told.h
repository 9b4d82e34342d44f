/* What machines have told each other, once for all: the table of one prover, which has learnt it, and which every other
 * looks into beside its own. So each knows what it would have learnt itself before its job; if thousands of machines did
 * that, each what each other has told, it would be nearly all of the work. The linker puts a function of ours before that
 * which looks into a table. */
#ifndef PANJ_TESTS_SIMULATE_TOLD_H
#define PANJ_TESTS_SIMULATE_TOLD_H

struct prover;

/* NULL: nothing is told. */
void told_to(const struct prover *);
/* Of some machine. What it finds itself is newer than what it was told before, and that newer than what it knew. */
void told_begin_job(void);

#endif

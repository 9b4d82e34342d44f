/* The textbook's algorithms as a manner of play. */
#ifndef PANJ_SEARCH_STUDY_H
#define PANJ_SEARCH_STUDY_H

#include "search/think.h"

void study_seed(struct thinking *);     /* Style seed */
void study_textbook(struct thinking *); /* the options Algorithm and Evaluation */

#endif

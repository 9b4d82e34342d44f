/* A scene, and how its moves are made, as a line of JSON: PROTOCOL.md, "Scenes". */
#ifndef PANJ_PROTOCOL_SCENE_LINE_H
#define PANJ_PROTOCOL_SCENE_LINE_H

#include "scene.h"

enum { SCENE_LINE_MAX = 65536 }; /* of scene_line_print */

void scene_line_print(const struct scene *, struct text *line);
void scene_line_print_moves(const struct game *, const struct board *, const struct position *,
                            struct text *line);
/* Bytes that the line of the moves may take; some positions have thousands. */
size_t scene_line_moves_room(const struct game *, const struct board *, const struct position *);

#endif

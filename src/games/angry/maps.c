/* Start maps that ship with the engine, from easy to hard; the last two have a bird. Each has eight eggs and eight
 * pigs, so that the score begins at 0. */
#include "games/angry/angry.h"

/* clang-format off */
const struct rows_map angry_maps[] = {
    /* open ground, the queen far away */
    {"meadow",
     "HTTETTTP/"
     "TRTTERTT/"
     "TTEPTTET/"
     "TTTTTTTP/"
     "PETTRTTT/"
     "TTTPTTTP/"
     "TRETERTT/"
     "PTPTTESQ"},
    /* eggs in a walled garden, the slingshot behind the queen */
    {"orchard",
     "HTTTTTTTTP/"
     "TRRTTPRRTT/"
     "TRETTTERTT/"
     "TRTERTTRPT/"
     "TPTTETTTTT/"
     "TRTERETRTT/"
     "TRETTTERTT/"
     "TRRPTRRRTP/"
     "PTTTTTTTQT/"
     "TTPTTTTTTS"},
    /* three gorges, and pigs that stop the gaps */
    {"canyon",
     "ETTTTRTTTTTE/"
     "TTRTTRTTRTTT/"
     "HTRTTPTTRTTE/"
     "TTRTTRTTRTTT/"
     "ETRTERTTRPRR/"
     "RPRRRRTTRTTT/"
     "TTTTTPTTTTTS/"
     "RRRPRRRRTRRT/"
     "ETTTTTTRTTTT/"
     "TTRTTETRTPTQ/"
     "PTRTTTTTTTTT/"
     "TTRETTTRTTTP"},
    /* 16x16, the slingshot in the innermost court */
    {"fortress",
     "HTTTTTTTTTTTTTTT/"
     "TRRRRRRTTRRRRRRT/"
     "TRETTTTTTTTTTERT/"
     "TRTRRRRTTRRRRTRT/"
     "TRTRTTTTTTTTRTRT/"
     "TRTRTRRPRRRTRTRT/"
     "TTTRTRTTTTRTRTTT/"
     "TPTTTRTRRTRTTTTT/"
     "TTTTTPTRSTRTTTTT/"
     "TTTRTRTRRTRTRTTT/"
     "TRTRTRTTTTPTRTRT/"
     "TRTRTRRRPRRTRTRT/"
     "TRTRTTETTETTRTRT/"
     "TRTRRRRTTRRRRTRT/"
     "TRETPTTTTTTPTERT/"
     "ETRRRRRPTRRRREQT"},
    /* a bird, and alcoves that she can stop behind the hen */
    {"dovecote",
     "HTTPTTTTET/"
     "TRRTTETTRT/"
     "TETTRTTTTE/"
     "TTRTTRSTTP/"
     "PTTTTRRTET/"
     "TTETTTTRTT/"
     "TERTTPTTTT/"
     "TRTTTTPTTT/"
     "TRTBTPTTRT/"
     "PTTREPTRTQ"},
    /* a bird, courts with one door, the slingshot in a blind alley */
    {"rookery",
     "HTTTTRTTTTTE/"
     "TRRRTRTRRRTT/"
     "TETRTTTRETTP/"
     "TTTRRTRRTTRT/"
     "PTTTTTTTTTRT/"
     "TRRTRRRTRTTT/"
     "TETTRSTTRTET/"
     "TRRTRRRTRRTT/"
     "PTTTTTTTTTTP/"
     "TTRRTRRTRRTT/"
     "TETTTPETTTTP/"
     "ETPTBTTRTPTQ"},
    {.name = NULL},
};
/* clang-format on */

/* The learned evaluation: a net with one hidden layer, in integers, the same on every machine. */
#include "games/hand/net.h"

#include "games/hand/net_weights.h"

int32_t hand_net_logit(const struct net_view *view)
{
    struct net_features look;
    int16_t unit[NET_HIDDEN];
    hand_net_look(view, &look);
    memcpy(unit, net_bias, sizeof unit);
    for (int k = 0; k < look.count; k++) {
        const int16_t *in = net_in[look.at[k]];
        for (int i = 0; i < NET_HIDDEN; i++)
            unit[i] = (int16_t)(unit[i] + in[i]);
    }
    int32_t logit = net_base * NET_ONE;
    for (int i = 0; i < NET_HIDDEN; i++)
        logit += (unit[i] < 0 ? 0 : unit[i] > NET_ONE ? NET_ONE : unit[i]) * net_out[i];
    return logit;
}

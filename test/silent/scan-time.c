/* Scans the transactions in a file 100,000 times in all with libsecp256k1, and prints the seconds.
 * The file: scan key (32), spend key (33), then tweak (33) and output (32) of each transaction. */
#include <secp256k1.h>
#include <secp256k1_extrakeys.h>
#include <secp256k1_silentpayments.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define TRANSACTIONS 20000
#define ROUNDS 5

static const unsigned char *look_up(const unsigned char *label, const void *context) {
    (void)label;
    (void)context;
    return NULL;
}

int main(int count, char **arguments) {
    static secp256k1_silentpayments_prevouts_summary summaries[TRANSACTIONS];
    static secp256k1_xonly_pubkey outputs[TRANSACTIONS];
    secp256k1_context *ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    unsigned char scan[32], bytes[65], outpoint[36] = {0};
    secp256k1_pubkey spend, key;
    const secp256k1_pubkey *keys[1] = {&key};
    FILE *file = fopen(count > 1 ? arguments[1] : "", "rb");
    clock_t before;
    int i, round;
    if (file == NULL || fread(scan, 1, 32, file) != 32 || fread(bytes, 1, 33, file) != 33) return 1;
    if (!secp256k1_ec_pubkey_parse(ctx, &spend, bytes, 33)) return 2;
    for (i = 0; i < TRANSACTIONS; i++) {
        if (fread(bytes, 1, 65, file) != 65) return 3;
        memcpy(outpoint, &i, sizeof(i));
        if (!secp256k1_ec_pubkey_parse(ctx, &key, bytes, 33)
            || !secp256k1_xonly_pubkey_parse(ctx, &outputs[i], bytes + 33)
            || !secp256k1_silentpayments_recipient_prevouts_summary_create(ctx, &summaries[i],
                outpoint, NULL, 0, keys, 1)) return 4;
    }
    before = clock();
    for (round = 0; round < ROUNDS; round++) {
        for (i = 0; i < TRANSACTIONS; i++) {
            secp256k1_silentpayments_found_output found, *founds[1] = {&found};
            const secp256k1_xonly_pubkey *output[1] = {&outputs[i]};
            uint32_t n_found = 0;
            if (!secp256k1_silentpayments_recipient_scan_outputs(ctx, founds, &n_found, output, 1,
                    scan, &summaries[i], &spend, look_up, NULL) || n_found != 0) return 5;
        }
    }
    printf("%.2f\n", (double)(clock() - before) / CLOCKS_PER_SEC);
    return 0;
}

/* What libsecp256k1's module silentpayments makes of random payments and scans, for soak.ts: cases
 * on standard input, answers on standard output, both in bytes without separators. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_silentpayments.h"

enum { MOST = 32 };

static unsigned char labels[MOST][33], label_tweaks[MOST][32];
static size_t n_labels;

static void get(void *to, size_t size) {
    if (size > 0 && fread(to, 1, size, stdin) != size) exit(2);
}

static size_t get_count(void) {
    unsigned char count;
    get(&count, 1);
    if (count > MOST) exit(3);
    return count;
}

static void put(const void *from, size_t size) {
    if (size > 0 && fwrite(from, 1, size, stdout) != size) exit(4);
}

static void put_byte(size_t value) {
    unsigned char byte = (unsigned char)value;
    put(&byte, 1);
}

static void must(int isTrue) {
    if (!isTrue) exit(5);
}

static size_t label_place(const unsigned char *label33) {
    size_t i;
    for (i = 0; i < n_labels; i++) if (memcmp(labels[i], label33, 33) == 0) break;
    return i;
}

static const unsigned char *look_up(const unsigned char *label33, const void *unused) {
    size_t i = label_place(label33);
    (void)unused;
    return i < n_labels ? label_tweaks[i] : NULL;
}

static void answer(const secp256k1_context *ctx, size_t n_inputs) {
    unsigned char secrets[MOST][32], outpoint[36], scan[32], bytes[66];
    secp256k1_keypair keypairs[MOST];
    secp256k1_pubkey publics[MOST], spend;
    secp256k1_xonly_pubkey xonly_inputs[MOST], made[MOST], outputs[MOST];
    secp256k1_silentpayments_recipient recipients[MOST];
    secp256k1_silentpayments_found_output found[MOST];
    secp256k1_silentpayments_prevouts_summary summary;
    const secp256k1_keypair *keypair_list[MOST];
    const unsigned char *secret_list[MOST];
    const secp256k1_pubkey *public_list[MOST];
    const secp256k1_xonly_pubkey *xonly_list[MOST], *output_list[MOST];
    secp256k1_xonly_pubkey *made_list[MOST];
    const secp256k1_silentpayments_recipient *recipient_list[MOST];
    secp256k1_silentpayments_found_output *found_list[MOST];
    size_t i, n_taproot = 0, n_plain = 0, n_recipients, n_outputs;
    uint32_t n_found = 0;
    int ok;

    for (i = 0; i < n_inputs; i++) {
        size_t is_taproot = get_count();
        get(secrets[i], 32);
        if (is_taproot) {
            must(secp256k1_keypair_create(ctx, &keypairs[n_taproot], secrets[i]));
            must(secp256k1_keypair_xonly_pub(ctx, &xonly_inputs[n_taproot], NULL, &keypairs[n_taproot]));
            keypair_list[n_taproot] = &keypairs[n_taproot];
            xonly_list[n_taproot] = &xonly_inputs[n_taproot];
            n_taproot++;
        } else {
            must(secp256k1_ec_pubkey_create(ctx, &publics[n_plain], secrets[i]));
            secret_list[n_plain] = secrets[i];
            public_list[n_plain] = &publics[n_plain];
            n_plain++;
        }
    }
    get(outpoint, 36);
    n_recipients = get_count();
    for (i = 0; i < n_recipients; i++) {
        get(bytes, 66);
        must(secp256k1_ec_pubkey_parse(ctx, &recipients[i].scan_pubkey, bytes, 33));
        must(secp256k1_ec_pubkey_parse(ctx, &recipients[i].spend_pubkey, bytes + 33, 33));
        recipients[i].index = i;
        recipient_list[i] = &recipients[i];
        made_list[i] = &made[i];
    }
    n_outputs = get_count();
    for (i = 0; i < n_outputs; i++) {
        get(bytes, 32);
        must(secp256k1_xonly_pubkey_parse(ctx, &outputs[i], bytes));
        output_list[i] = &outputs[i];
        found_list[i] = &found[i];
    }
    get(scan, 32);
    get(bytes, 33);
    must(secp256k1_ec_pubkey_parse(ctx, &spend, bytes, 33));
    n_labels = get_count();
    for (i = 0; i < n_labels; i++) {
        secp256k1_silentpayments_label label;
        get(bytes, 4);
        must(secp256k1_silentpayments_recipient_label_create(ctx, &label, label_tweaks[i], scan,
            (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3]));
        secp256k1_silentpayments_recipient_label_serialize(ctx, labels[i], &label);
    }

    ok = secp256k1_silentpayments_sender_create_outputs(ctx, made_list, recipient_list, n_recipients,
        outpoint, n_taproot ? keypair_list : NULL, n_taproot, n_plain ? secret_list : NULL, n_plain);
    put_byte((size_t)ok);
    for (i = 0; ok && i < n_recipients; i++) {
        secp256k1_xonly_pubkey_serialize(ctx, bytes, &made[i]);
        put(bytes, 32);
    }
    ok = secp256k1_silentpayments_recipient_prevouts_summary_create(ctx, &summary, outpoint,
            n_taproot ? xonly_list : NULL, n_taproot, n_plain ? public_list : NULL, n_plain)
        && secp256k1_silentpayments_recipient_scan_outputs(ctx, found_list, &n_found, output_list,
            n_outputs, scan, &summary, &spend, look_up, NULL);
    put_byte((size_t)ok);
    if (!ok) return;
    put_byte(n_found);
    for (i = 0; i < n_found; i++) {
        size_t place = n_labels;
        secp256k1_xonly_pubkey_serialize(ctx, bytes, &found[i].output);
        put(bytes, 32);
        put(found[i].tweak, 32);
        if (found[i].found_with_label) {
            secp256k1_silentpayments_recipient_label_serialize(ctx, bytes, &found[i].label);
            place = label_place(bytes);
        }
        put_byte(place);
    }
}

int main(void) {
    secp256k1_context *ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    int count;
    while ((count = getchar()) != EOF) {
        if (count > MOST) return 3;
        answer(ctx, (size_t)count);
    }
    secp256k1_context_destroy(ctx);
    return fflush(stdout) == 0 ? 0 : 4;
}

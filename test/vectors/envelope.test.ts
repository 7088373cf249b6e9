import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { encodeUtf8 } from '../../src/encoding/utf8.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { readVector } from '../support/paths.ts';
import { cutHelp } from '../support/vectors/recorded.ts';

type Step = {
  readonly http: { readonly body?: string; readonly body_hex?: string };
  readonly status: number;
  readonly text?: string;
  readonly hex?: string;
};
type Case = { readonly id: string; readonly category: string; readonly steps: readonly Step[] };

/** Recordings of HTTP itself (verbs, paths, authorization) are replayed against the server. */
const { cases }: { cases: Case[] } = JSON.parse(readVector('core-recorded/transport.regtest.json'));
const bodies = cases.filter(({ category }) => category !== 'transport.http');
const context = { network: networks.regtest, profile: 'core', secp256k1: nobleSecp256k1 } as const;

describe('transport.regtest.json: body to status and body', () => {
  test.each(bodies.map((entry) => [entry.id, entry] as const))('%s', async (_, { steps }) => {
    for (const step of steps) {
      const { body, body_hex } = step.http;
      const reply = await handleBody(body ?? decodeHex(body_hex ?? '') ?? '', { methods, context });
      expect(reply.status).toBe(step.status);
      if (step.hex !== undefined) expect(encodeHex(encodeUtf8(reply.text))).toBe(step.hex);
      else expect(cutHelp(reply.text)).toBe(step.text?.replaceAll(',"help":true', ''));
    }
  });
});

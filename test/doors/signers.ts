import { mkdirSync, readFileSync } from 'node:fs';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { combine, extract, parsePsbt, sign } from '../../src/index.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { doneTexts, needTexts, outcomeTexts } from '../../src/psbt/outcome-messages.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { silentSigning as silent } from '../../src/public/descriptor.ts';
import { readKeys } from '../../src/public/seed.ts';
import { createMusigNonces } from '../../src/signing/memory-nonces.ts';
import { harness } from '../support/harness.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';
import type { commandFolder } from '../support/screens/command-folder.ts';

/** What a person has after a step: a transaction once it is complete, else a PSBT. */
export type Step = {
  readonly psbt: Psbt;
  readonly hex?: string | undefined;
  /** Ids of the step: what was done, if the door reports it. */
  readonly done?: string | undefined;
  /** Ids of what inputs still need, each once, sorted. */
  readonly needs: readonly string[];
};

/** A person at a door, who keeps keys open, and nonces between two rounds. */
type Seat = (psbt: Psbt) => Promise<Step>;

/** A way to sign, for several people. */
export type SigningDoor = {
  readonly name: 'library' | 'methods' | 'command' | 'page';
  readonly seat: (keys: readonly string[]) => Promise<Seat>;
  readonly combine: (...copies: readonly [Psbt, ...Psbt[]]) => Promise<Psbt>;
};

type Texts = { readonly [id: string]: string };

/** Returns the ids of the messages in a text, by the one list of their texts. */
function idsIn(text: string, texts: Texts): readonly string[] {
  const plain = text.replace(/\s+/g, ' ');
  const isIn = (each: string) => {
    const parts = each.replace(/[.?()[\]*+/|]/g, '\\$&').split(/\{\d\}/);
    return new RegExp(parts.join('[^.]+?')).test(plain);
  };
  return Object.keys(texts)
    .filter((id) => isIn(texts[id] ?? ''))
    .sort();
}

const needsIn = (text: string): readonly string[] => idsIn(text, needTexts);
/** Ids of the reasons why nothing was signed. */
export const refusalIn = (text: string): readonly string[] =>
  idsIn(text, outcomeTexts).filter((id) => ['no-key', 'nonce-gone', 'signed-before'].includes(id));

const network = networks.regtest;
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const bytesOf = (psbt: Psbt) => encodePsbt(psbt) ?? new Uint8Array(0);

const library: SigningDoor = {
  name: 'library',
  async seat(texts) {
    const keys = texts.map((text) => {
      const ring = readKeys(text, { network, secp256k1 });
      if ('error' in ring) throw new Error(ring.error);
      return ring;
    });
    const musig = { random, nonces: createMusigNonces() };
    return async (psbt) => {
      const approve = () => true;
      const done = await sign(psbt, { keys, musig, silent, secp256k1, approve });
      const needs = needsIn(done.problems.map(({ fix }) => fix).join(' '));
      return { psbt: done.psbt, needs, hex: done.complete ? extract(done.psbt).hex : undefined };
    };
  },
  combine: async (first, ...others) => combine(first, ...others),
};

const methods: SigningDoor = {
  name: 'methods',
  async seat(texts) {
    const musigNonces = createMusigNonces();
    const context = { network, secp256k1, profile: 'default', details: true } as const;
    const { call } = harness({ ...context, random, musigNonces, musigSignsLast: true });
    return async (psbt) => {
      const done = await call('descriptorprocesspsbt', [writePsbt(psbt), texts]);
      const details: readonly { readonly fix: string }[] = done.details ?? [];
      const needs = needsIn(details.map(({ fix }) => fix).join(' '));
      return { psbt: readPsbt(done.psbt), needs, hex: done.complete ? done.hex : undefined };
    };
  },
  async combine(...copies) {
    const { call } = harness({ network, secp256k1, profile: 'default' });
    return readPsbt(await call('combinepsbt', [copies.map(writePsbt)]));
  },
};

function commandDoor({ call, write, folder }: ReturnType<typeof commandFolder>): SigningDoor {
  let count = 0;
  const savedIn = (text: string) => {
    const made = /Saved to (\S+\.\w+)\./.exec(text)?.[1] ?? '';
    return made.startsWith('/') ? made : `${folder}/${made}`;
  };
  return {
    name: 'command',
    async seat(texts) {
      const person = `person-${count++}`;
      const keys = `-keys=${write(`${person}.keys`, texts.join('\n'))}`;
      const nonces = `${folder}/${person}`;
      mkdirSync(nonces);
      return async (psbt) => {
        const file = write(`${person}-${count++}.psbt`, bytesOf(psbt));
        const words = [keys, `-nonces=${nonces}`, 'sign', file];
        const { code, out, err } = await call(words, { answer: 'yes' });
        if (code !== 0) throw new Error(err);
        const text = `${out}${err}`;
        const path = savedIn(text);
        const [first] = idsIn(text, doneTexts).filter((id) => id.endsWith('-added'));
        const needs = needsIn(text);
        if (!path.endsWith('.txn')) {
          return { psbt: parsePsbt(readFileSync(path)), needs, done: first ?? 'signed' };
        }
        return { psbt, needs, done: 'complete', hex: readFileSync(path, 'utf8').trim() };
      };
    },
    async combine(...copies) {
      const files = copies.map((psbt) => write(`copy-${count++}.psbt`, bytesOf(psbt)));
      const { code, out, err } = await call(['combine', ...files]);
      if (code !== 0) throw new Error(err);
      return parsePsbt(readFileSync(savedIn(`${out}${err}`)));
    },
  };
}

function openPage() {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  return engine;
}

const page: SigningDoor = {
  name: 'page',
  async seat(texts) {
    const engine = openPage();
    for (const text of texts) {
      engine.takeText(text);
      await engine.openPayload('');
    }
    return async (psbt) => {
      engine.takeBytes(bytesOf(psbt));
      engine.keepSubject();
      const { id } = await engine.review();
      const { bytes, isComplete, outcome, needs } = await engine.sign(id, []);
      const ids = needs.map((each) => each.id).filter((each) => each in needTexts);
      const shown = { done: outcome, needs: [...new Set(ids)].sort() };
      return isComplete
        ? { ...shown, psbt, hex: encodeHex(bytes) }
        : { ...shown, psbt: parsePsbt(bytes) };
    };
  },
  async combine(first, ...others) {
    const engine = openPage();
    engine.takeBytes(bytesOf(first));
    engine.keepSubject();
    for (const other of others) {
      engine.takeBytes(bytesOf(other));
      engine.combine();
    }
    return parsePsbt(engine.lock()?.bytes ?? new Uint8Array(0));
  },
};

/** Returns all doors at which people sign. The command line keeps its files in `folder`. */
export const signingDoorsIn = (
  folder: ReturnType<typeof commandFolder>,
): readonly [SigningDoor, ...SigningDoor[]] => [library, methods, commandDoor(folder), page];

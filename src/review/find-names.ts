import { formatUtc } from '../encoding/utc.ts';
import type { NamedOutput } from '../names/judge-names.ts';
import type { FindingId } from './catalog.ts';
import type { Found, Searched } from './found.ts';

const IDS: { readonly [P in NonNullable<NamedOutput['problem']>]?: FindingId } = {
  expired: 'name-proof-expired',
  'too-early': 'name-proof-expired',
  'not-this-output': 'name-not-this-output',
};

/** Reports the proofs of names that outputs pay (BIP353): invalid proofs and valid ones. */
export function findInNames({ evidence }: Searched): readonly Found[] {
  return (evidence.names ?? []).map(({ index, name, problem, validUntil }): Found => {
    const id = problem === undefined ? 'name-proven' : (IDS[problem] ?? 'name-proof-invalid');
    return { id, outputs: [index], detail: sentence(index, name, validUntil) };
  });
}

function sentence(index: number, name: string, validUntil: number | undefined): string {
  const shown = name === '' ? 'an unreadable name' : `₿${name}`;
  const until = validUntil === undefined ? '' : `, proven until ${formatUtc(validUntil)}`;
  return `Output ${index}: ${shown}${until}.`;
}

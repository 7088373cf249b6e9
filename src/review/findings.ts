import { formatUtc } from '../encoding/utc.ts';
import type { NamedOutput } from '../names/judge-names.ts';
import type { SilentFault } from '../psbt/silent-payments.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import { catalogEntry, type FindingId, findingIds, type Severity } from './catalog.ts';
import type { Evidence } from './evidence.ts';
import { findInFee } from './find-fee.ts';
import { findInGlobals } from './find-globals.ts';
import { findInInputs } from './find-inputs.ts';
import { findInOutputs } from './find-outputs.ts';
import { findStrays } from './find-strays.ts';
import { findInWhole } from './find-whole.ts';
import { type FindingCase, gather, type Searched } from './finding-case.ts';
import type { Finding, ReviewFacts } from './model.ts';
import { isPending } from './outputs.ts';
import type { Subject } from './subject.ts';

const severities: readonly Severity[] = ['stop', 'warn', 'note'];

const FINDERS = [
  findInFee,
  findInInputs,
  findInOutputs,
  findInGlobals,
  findInSilentPayments,
  findInNames,
  findStrays,
  findInWhole,
];

/** Returns all findings, the worst first. */
export function findAll(
  facts: ReviewFacts,
  subject: Subject,
  evidence: Evidence,
): readonly Finding[] {
  const searched = { facts, subject, evidence };
  const found = FINDERS.flatMap((find) => find(searched));
  const rank = ({ id, severity }: Finding) =>
    severities.indexOf(severity) * findingIds.length + findingIds.indexOf(id);
  return found.map(findingOf).sort((a, b) => rank(a) - rank(b));
}

function findingOf({ id, inputs = [], outputs = [], detail }: FindingCase): Finding {
  const { severity, text, advice } = catalogEntry(id);
  return { id, severity, text: detail ? `${text} ${detail}` : text, advice, inputs, outputs };
}

const NAME_FINDINGS: { readonly [P in NonNullable<NamedOutput['problem']>]?: FindingId } = {
  expired: 'name-proof-expired',
  'too-early': 'name-proof-expired',
  'not-this-output': 'name-not-this-output',
};

/** Reports the proofs of names that outputs pay (BIP353): invalid proofs and valid ones. */
function findInNames({ evidence }: Searched): readonly FindingCase[] {
  return (evidence.names ?? []).map(({ index, name, problem, validUntil }): FindingCase => {
    const id =
      problem === undefined ? 'name-proven' : (NAME_FINDINGS[problem] ?? 'name-proof-invalid');
    return { id, outputs: [index], detail: sentence(index, name, validUntil) };
  });
}

function sentence(index: number, name: string, validUntil: number | undefined): string {
  const shown = name === '' ? 'an unreadable name' : `₿${name}`;
  const until = validUntil === undefined ? '' : `, proven until ${formatUtc(validUntil)}`;
  return `Output ${index}: ${shown}${until}.`;
}

const SILENT_FINDINGS: { readonly [K in SilentFault]: FindingId } = {
  malformed: 'silent-malformed',
  'input-version': 'silent-input-version',
  'proof-missing': 'silent-proof-missing',
  'proof-invalid': 'silent-proof-invalid',
  'script-wrong': 'silent-script-wrong',
  modifiable: 'silent-modifiable',
};

/** Finds problems in silent payments (BIP352, BIP375). */
function findInSilentPayments({ facts, subject }: Searched): readonly FindingCase[] {
  const { silentPayments } = subject;
  if (silentPayments === undefined) return [];
  const found = silentPayments.faults.map(
    ({ kind, inputs, outputs }): FindingCase => ({ id: SILENT_FINDINGS[kind], inputs, outputs }),
  );
  if (silentPayments.outputs.length === 0) return found;
  return [
    ...found,
    ...gather('silent-script-pending', 'outputs', facts.outputs, isPending),
    // BIP375: "the signer must fail if the sighash type is not SIGHASH_ALL". A taproot signature
    // without an explicit type commits to the same.
    ...gather(
      'silent-sighash',
      'inputs',
      facts.inputs,
      ({ sighashType = Sighash.ALL, signatures }) =>
        sighashType !== Sighash.ALL ||
        signatures.some(
          (each) => each.sighashType !== Sighash.ALL && each.sighashType !== Sighash.DEFAULT,
        ),
    ),
  ];
}

import { catalogEntry, findingIds, type Severity } from './catalog.ts';
import type { Evidence } from './evidence.ts';
import { findInFee } from './find-fee.ts';
import { findInGlobals } from './find-globals.ts';
import { findInInputs } from './find-inputs.ts';
import { findInNames } from './find-names.ts';
import { findInOutputs } from './find-outputs.ts';
import { findInSilentPayments } from './find-silent.ts';
import { findStrays } from './find-strays.ts';
import { findInWhole } from './find-whole.ts';
import type { Found } from './found.ts';
import type { Finding, ReviewFacts } from './model.ts';
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
  return found.map(inWords).sort((a, b) => rank(a) - rank(b));
}

function inWords({ id, inputs = [], outputs = [], detail }: Found): Finding {
  const { severity, text, advice } = catalogEntry(id);
  return { id, severity, text: detail ? `${text} ${detail}` : text, advice, inputs, outputs };
}

import type { MadeRecord } from './dns.ts';
import { encodeRecords } from './dns.ts';

// A resolver for a list of records, from RFC 1035 and 4035, independent of src/names.

const TYPES = { CNAME: 5, DNAME: 39, RRSIG: 46, NSEC: 47, NSEC3: 50 };

const trimmed = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** Returns the message that answers a question. */
export function answerDns(question: Buffer, records: readonly MadeRecord[]): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + size).toString('latin1'));
    at += size + 1;
  }
  const type = question.readUInt16BE(at + 1);
  const answers = answersFor(labels.join('.'), type, records);
  const encoded = answers.map((each) => encodeRecords([each]));
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers.length, 6);
  return Buffer.concat([head, question.subarray(12, at + 5), ...encoded]);
}

function answersFor(
  name: string,
  type: number,
  records: readonly MadeRecord[],
): readonly MadeRecord[] {
  const found = new Set<MadeRecord>();
  const covered = (record: MadeRecord) =>
    record.type === TYPES.RRSIG
      ? ((record.data[0] ?? 0) << 8) | (record.data[1] ?? 0)
      : record.type;
  const take = (owner: string, wanted: number) => {
    const own = records.filter(
      (each) => trimmed(each.name) === trimmed(owner) && covered(each) === wanted,
    );
    for (const each of own) found.add(each);
    return own.find((each) => each.type === wanted);
  };
  let at = name;
  for (let step = 0; step < 12; step++) {
    if (take(at, type)) break;
    const alias = take(at, TYPES.CNAME);
    // A CNAME that a DNAME creates is returned with the DNAME.
    const moved = renamed(at, take);
    const next = alias ? nameIn(alias.data) : moved;
    if (next === undefined) break;
    at = next;
  }
  // Records that deny a name are returned with a wildcard's answer.
  for (const each of records) {
    if ([TYPES.NSEC, TYPES.NSEC3].includes(covered(each))) found.add(each);
  }
  return [...found];
}

function renamed(
  name: string,
  take: (owner: string, type: number) => MadeRecord | undefined,
): string | undefined {
  const labels = trimmed(name).split('.');
  for (let i = 1; i < labels.length; i++) {
    const alias = take(labels.slice(i).join('.'), TYPES.DNAME);
    if (alias) return [...labels.slice(0, i), nameIn(alias.data)].join('.');
  }
  return undefined;
}

function nameIn(data: Uint8Array): string {
  const labels: string[] = [];
  for (let at = 0, size = data[0] ?? 0; size > 0; at += size + 1, size = data[at] ?? 0) {
    labels.push(Buffer.from(data.subarray(at + 1, at + 1 + size)).toString('latin1'));
  }
  return labels.join('.');
}

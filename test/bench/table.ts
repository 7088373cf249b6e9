import type { Result } from './main.ts';
import { BITCOIND, BITCOINJS, BTC_SIGNER, KERNEL_WORKERS, NOBLE } from './runners.ts';

type Column = { readonly head: string; cell(result: Result): string };

/** Ratios of the second program's time to the first one's. */
const ratios: readonly (readonly [of: string, to: string, head: string])[] = [
  [BTC_SIGNER, NOBLE, 'btc-signer/noble'],
  [BTC_SIGNER, KERNEL_WORKERS, `btc-signer/${KERNEL_WORKERS}`],
  [BITCOINJS, KERNEL_WORKERS, `bitcoinjs/${KERNEL_WORKERS}`],
  [KERNEL_WORKERS, BITCOIND, `${KERNEL_WORKERS}/bitcoind`],
];

/** Returns microseconds per input for each program, then the ratios between those that run. */
export function columnsOf(names: readonly string[]): Column[] {
  return [
    { head: 'inputs', cell: ({ kind, count }) => `${kind} x ${count}` },
    ...names.map((name) => ({
      head: name,
      cell: ({ milliseconds, count }: Result) =>
        show(milliseconds[name], (time) => ((time * 1000) / count).toFixed(0)),
    })),
    ...ratios
      .filter(([of, to]) => names.includes(of) && names.includes(to))
      .map(([of, to, head]) => ({
        head,
        cell: ({ milliseconds }: Result) => {
          const base = milliseconds[to];
          return show(milliseconds[of], (time) =>
            base === undefined ? '-' : (time / base).toFixed(2),
          );
        },
      })),
  ];
}

function show(value: number | undefined, text: (value: number) => string): string {
  return value === undefined ? '-' : text(value);
}

const width = (column: Column, index: number): number =>
  index === 0 ? 20 : Math.max(column.head.length, 8);

export function printHead(machine: string, columns: readonly Column[]): void {
  console.log(`${machine}
Microseconds per input of one signrawtransactionwithkey, best of several runs. noble, kernel and ${KERNEL_WORKERS} (two worker
threads) are coldsign; it and bitcoind verify every input, btc-signer and bitcoinjs verify none.
a/b: how many times as long as b took a.
`);
  printLine(
    columns,
    columns.map(({ head }) => head),
  );
}

export function printRow(result: Result, columns: readonly Column[]): void {
  printLine(
    columns,
    columns.map((column) => column.cell(result)),
  );
}

function printLine(columns: readonly Column[], cells: readonly string[]): void {
  const padded = columns.map((column, i) => {
    const cell = cells[i] ?? '';
    return i === 0 ? cell.padEnd(width(column, i)) : cell.padStart(width(column, i));
  });
  console.log(padded.join('  '));
}

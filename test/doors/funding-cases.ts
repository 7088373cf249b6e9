/** A way to fund a payment. `bump` is psbtbumpfee, which replaces one. */
export type DoorName =
  | 'fund'
  | 'send'
  | 'walletcreatefundedpsbt'
  | 'fundrawtransaction'
  | 'psbtbumpfee'
  | 'command'
  | 'page';

/** A payment that every door is asked for. */
export type FundingCase = {
  /** A statement about what the case shows. */
  readonly name: string;
  /** Values of the wallet's coins in satoshi, each at an address of its own. */
  readonly coins: readonly bigint[];
  readonly outputs: readonly {
    readonly to: string;
    readonly value: bigint;
    readonly subtractFee?: true;
  }[];
  /** In sat/vB. */
  readonly feeRate: number;
  /** Numbers of the coins that are spent, and no others. Absent: the door chooses. */
  readonly spend?: readonly number[];
  readonly locktime?: number;
  /** Sequence of the coins in `spend`. */
  readonly sequence?: number;
  /** The limit on the fee rate, in sat/vB. */
  readonly maxFeeRate?: number;
  /** Rate in sat/vB of the unconfirmed transaction that made the first coin: it is raised. */
  readonly parentRate?: number;
  /** Rate in sat/vB of the payment to replace, which pays the same outputs. */
  readonly replacedRate?: number;
  /** True if no door may make the payment. */
  readonly isRefused?: true;
  /** Doors that lack something that the case needs, and the reason. */
  readonly lacks?: { readonly [Name in DoorName]?: string };
};

const A = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const B = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const C = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6';

const NOT_ON_PAGE = 'The page makes payments without locks: they are for programs.';
const noLocks = { page: NOT_ON_PAGE };
const noLimits = { page: 'A person at the page sees the fee: there is no limit to type.' };
const onlyBump = {
  send: 'bumpfee and psbtbumpfee replace payments.',
  walletcreatefundedpsbt: 'bumpfee and psbtbumpfee replace payments.',
  fundrawtransaction: 'bumpfee and psbtbumpfee replace payments.',
  page: 'The page keeps no payments, so it has none to replace.',
};
const asCore = {
  walletcreatefundedpsbt: 'Core takes an explicit rate below the minimum here.',
  fundrawtransaction: 'Core takes an explicit rate below the minimum here.',
  page: 'It funds as walletcreatefundedpsbt does, and its review warns of the fee.',
};
const leastOfWallets = {
  send: 'Like Core, it asks for 1 sat/vB (-mintxfee).',
  command: 'Like Core, it asks for 1 sat/vB (-mintxfee).',
};
const onlyConfirmed = { page: 'The page lists and spends confirmed coins only.' };

const one = [1_000_000n];
const pay = (value: bigint) => [{ to: A, value }];

export const fundingCases: readonly FundingCase[] = [
  { name: 'one coin, one payment and change', coins: one, outputs: pay(400_000n), feeRate: 2 },
  {
    name: 'three outputs of several types',
    coins: one,
    outputs: [
      { to: A, value: 100_000n },
      { to: B, value: 200_000n },
      { to: C, value: 300_000n },
    ],
    feeRate: 7.5,
  },
  {
    name: 'two coins, which both are needed',
    coins: [500_000n, 600_000n],
    outputs: pay(900_000n),
    feeRate: 3,
  },
  {
    name: 'a named coin beside a better one',
    coins: [500_000n, 600_000n],
    outputs: pay(100_000n),
    feeRate: 3,
    spend: [0],
  },
  {
    name: 'named coins that do not suffice',
    coins: [500_000n, 600_000n],
    outputs: pay(550_000n),
    feeRate: 3,
    spend: [0],
    isRefused: true,
  },
  { name: 'more than there is', coins: one, outputs: pay(2_000_000n), feeRate: 2, isRefused: true },
  {
    name: 'all that there is, without room for the fee',
    coins: one,
    outputs: pay(1_000_000n),
    feeRate: 2,
    isRefused: true,
  },
  {
    name: 'a remainder that is too small for change',
    coins: one,
    outputs: pay(999_700n),
    feeRate: 2,
  },
  {
    name: 'all coins to one address, which pays the fee',
    coins: [500_000n, 600_000n, 700_000n],
    outputs: [{ to: A, value: 1_800_000n, subtractFee: true }],
    feeRate: 2,
    spend: [0, 1, 2],
  },
  {
    name: 'an output that pays the fee, and change',
    coins: one,
    outputs: [{ to: A, value: 400_000n, subtractFee: true }],
    feeRate: 2,
  },
  {
    name: 'two outputs that share the fee, and one that does not',
    coins: one,
    outputs: [
      { to: A, value: 100_000n, subtractFee: true },
      { to: B, value: 200_000n },
      { to: C, value: 300_000n, subtractFee: true },
    ],
    feeRate: 5,
  },
  {
    name: 'an output that is smaller than its fee',
    coins: one,
    outputs: [{ to: A, value: 1_000n, subtractFee: true }],
    feeRate: 50,
    isRefused: true,
  },
  { name: 'an output of dust', coins: one, outputs: pay(293n), feeRate: 2, isRefused: true },
  { name: 'the least output that is not dust', coins: one, outputs: pay(294n), feeRate: 1 },
  {
    name: 'dust for a script hash',
    coins: one,
    outputs: [{ to: B, value: 329n }],
    feeRate: 1,
    isRefused: true,
  },
  {
    name: 'the lowest rate that nodes relay',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 0.1,
    lacks: leastOfWallets,
  },
  {
    name: 'a rate just below it',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 0.099,
    isRefused: true,
    lacks: asCore,
  },
  { name: 'a rate in thousandths', coins: one, outputs: pay(400_000n), feeRate: 1.234 },
  {
    name: 'a fee of more than a quarter of a small payment',
    coins: one,
    outputs: pay(100_000n),
    feeRate: 200,
  },
  {
    name: 'a large fee of more than a quarter of the payment',
    coins: one,
    outputs: pay(100_000n),
    feeRate: 700,
    isRefused: true,
  },
  {
    name: 'an absurd rate',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 6_000,
    isRefused: true,
  },
  {
    name: 'a rate above the limit of the call',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 20,
    maxFeeRate: 10,
    isRefused: true,
    lacks: noLimits,
  },
  {
    name: 'a rate at the limit of the call',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 10,
    maxFeeRate: 10,
    lacks: noLimits,
  },
  {
    name: 'a lock time at the height of the chain, against fee sniping',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 2,
    locktime: 101,
    lacks: noLocks,
  },
  {
    name: 'a relative lock',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 2,
    spend: [0],
    sequence: 10,
    lacks: noLocks,
  },
  {
    name: 'a child that pays for its parent',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 10,
    spend: [0],
    parentRate: 1,
    lacks: onlyConfirmed,
  },
  {
    name: 'a child of a parent that pays enough',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 2,
    spend: [0],
    parentRate: 5,
    lacks: onlyConfirmed,
  },
  {
    name: 'a replacement with change',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 10,
    replacedRate: 2,
    lacks: onlyBump,
  },
  {
    name: 'a replacement at the lowest rate that outbids',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 2.1,
    replacedRate: 2,
    lacks: onlyBump,
  },
  {
    name: 'a replacement below the increment of nodes',
    coins: one,
    outputs: pay(400_000n),
    feeRate: 2.09,
    replacedRate: 2,
    isRefused: true,
    lacks: onlyBump,
  },
  {
    name: 'a replacement of a payment without change, by another coin',
    coins: [500_000n, 600_000n],
    outputs: pay(499_700n),
    feeRate: 10,
    replacedRate: 2,
    lacks: onlyBump,
  },
];

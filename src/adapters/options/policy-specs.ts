import type { OptionSpec } from './specs.ts';

export const policyOptionSpecs: readonly OptionSpec[] = [
  {
    name: 'policy',
    argument: '<strict|none|file>',
    help: 'Which findings of a review stop a signing: strict (all that say stop, and a fee above 10 % of what is paid), none (only what has no override), or a JSON file {"strict": true, "allow": [ids], "refuse": [ids], "fees": {…}} (default: all that say stop for sign, none for methods; ids and fees in docs/review.md)',
  },
];

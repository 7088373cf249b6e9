import type { Param } from '../method.ts';

export const loadOnStartupParam = {
  name: 'load_on_startup',
  type: 'bool',
  required: false,
  defaultHint: 'as it was',
  help: 'Whether the wallet is loaded at the next start',
} as const satisfies Param;

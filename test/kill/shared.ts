/** An action that a child reports. */
export type Acknowledged =
  | { readonly kind: 'ready' | 'encrypted' }
  | { readonly kind: 'address'; readonly address: string; readonly label?: string }
  | { readonly kind: 'import'; readonly descriptor: number }
  | { readonly kind: 'rescan'; readonly height: number }
  | { readonly kind: 'bug'; readonly text: string };

export const WALLET = 'w';
export const PASSPHRASE = 'pass phrase';
export const CHAIN = { blocks: 250, payments: 8, descriptors: 20 };

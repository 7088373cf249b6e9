import { formatOptions } from '../options/specs.ts';
import { version } from '../runtime/version.ts';
import { cliOptions } from './specs.ts';

/** What --help prints. */
export function usageText(): string {
  return [
    `coldsign v${version}`,
    '',
    'Creates, signs and checks Bitcoin transactions as Bitcoin Core does, without a node.',
    '',
    'Usage: coldsign [options] METHOD [arguments]',
    'or:    coldsign [options] -named METHOD [name=value]...',
    'or:    coldsign [options] help [METHOD]',
    'or:    coldsign [options] review FILE|-    What a PSBT or transaction would do; nothing is signed',
    'or:    coldsign [options] sign FILE        Show that, ask, sign with the wallet or -keys, write FILE-signed.psbt or FILE.txn',
    'or:    coldsign [options] check BEFORE AFTER   What another signer did with a PSBT',
    'or:    coldsign [options] combine FILE FILE    One PSBT of copies that were signed side by side',
    'or:    coldsign [options] signer ...       What bitcoind calls that is started with -signer="coldsign [options] signer"',
    'or:    coldsign serve [options]      Answer JSON-RPC over HTTP; see coldsign serve -?',
    'or:    coldsign snapshot [options]   Write what a node knows of descriptors into a file; see coldsign snapshot -?',
    'or:    coldsign seed COMMAND         Seed words, dice and SeedQR; see coldsign seed -?',
    'or:    coldsign show [options] FILE   A PSBT, a snapshot, a wallet or a text as QR codes; see coldsign show -?',
    'or:    coldsign read PICTURE...      What QR codes in pictures say; see coldsign read -?',
    'or:    coldsign verify FILE...       Whether a download is what was released; see coldsign verify -?',
    'or:    coldsign version              Which version, built from which commit',
    '',
    'An argument @FILE is read from that file; @@ stands for a leading @.',
    '',
    'Options:',
    '',
    formatOptions(cliOptions).trimEnd(),
  ].join('\n');
}

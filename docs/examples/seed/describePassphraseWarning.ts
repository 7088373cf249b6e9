import { describePassphraseWarning } from 'coldsign/seed';

console.log(`The passphrase ${describePassphraseWarning('long')}`);
// The passphrase is longer than some devices support

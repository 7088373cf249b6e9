import { formatSlipKey, readSlipKey } from 'coldsign/formats';

const xpub =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
console.log(readSlipKey(xpub)?.script, formatSlipKey(xpub, 'wpkh').slice(0, 4)); // any zpub

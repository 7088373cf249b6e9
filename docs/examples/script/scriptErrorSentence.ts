import { scriptErrorSentence } from 'coldsign/script';

console.log(scriptErrorSentence('EVAL_FALSE'));
// Script evaluated without error but finished with a false/empty top stack element

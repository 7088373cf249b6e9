import { addChecksum } from 'coldsign/descriptor';

console.log(addChecksum('raw(51)')); // raw(51)#8lvh9jxk

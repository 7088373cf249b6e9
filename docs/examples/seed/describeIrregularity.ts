import { describeIrregularity } from 'coldsign/seed';

console.log(describeIrregularity('capitals')); // capital letters are read as small ones

import { catalogEntry } from 'coldsign/review';

console.log(catalogEntry('fee-too-high').severity); // stop

import { readLabels } from 'coldsign/formats';

const line = `{"type":"tx","ref":"${'00'.repeat(32)}","label":"rent"}`;
console.log(readLabels(line)?.labels.length, readLabels('rent')); // 1 undefined

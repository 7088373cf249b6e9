import { createFrameReader, encodeFrames } from 'coldsign/transport';

const frames = encodeFrames({ kind: 'text', text: 'hello' }, { as: 'text' });
if ('error' in frames) throw new Error(frames.error);
const reading = createFrameReader().receive(frames.at(0));
console.log(reading.status); // done

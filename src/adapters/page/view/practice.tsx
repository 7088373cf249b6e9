import { useEngine } from '../client.ts';
import { strings } from '../language.ts';
import type { Sample } from '../worker/practice.ts';
import { Title, Ways } from './parts.tsx';

const samples: readonly Sample[] = ['good', 'theft', 'fee'];

/** Transactions to try every step with, in place of one of your own. */
export function Practice({ onOpened }: { readonly onOpened: () => void }) {
  const engine = useEngine();
  const { practice } = strings;
  const open = async (name: Sample) => {
    await engine.openSample(name);
    onOpened();
  };
  return (
    <>
      <Title>{practice.title}</Title>
      <p class="lead">{practice.lead}</p>
      <Ways ways={samples.map((name) => [...practice.samples[name], () => open(name)])} />
    </>
  );
}

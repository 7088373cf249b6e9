import { useEngine } from '../client.ts';
import { strings } from '../language.ts';
import type { Sample } from '../worker/practice.ts';
import { Closed, Title, Ways } from './parts.tsx';

const samples: readonly Sample[] = ['good', 'theft', 'fee'];

type Props = {
  /** Says that a transaction was closed. */
  readonly closed: string | undefined;
  readonly onOpened: () => void;
};

/** Transactions to try every step with, in place of one of your own. */
export function Practice({ closed, onOpened }: Props) {
  const engine = useEngine();
  const { practice } = strings;
  const open = async (name: Sample) => {
    await engine.openSample(name);
    onOpened();
  };
  return (
    <>
      <Title>{practice.title}</Title>
      <Closed text={closed} />
      <p class="lead">{practice.lead}</p>
      <Ways ways={samples.map((name) => [...practice.samples[name], () => open(name)])} />
    </>
  );
}

import { commit, version } from '../../runtime/version.ts';
import { type Child, createElement } from '../dom.ts';
import { type ManualNode, manual, strings } from '../language.ts';
import { Draft, Fold, Title } from './parts.tsx';
import { type Door, Doors, Genuine } from './start.tsx';

type Props = {
  /** Goes to what the person wants to do. */
  readonly onDoor: (door: Door) => void;
};

export function Help({ onDoor }: Props) {
  const { help, start } = strings;
  const texts = [
    [start.genuine, start.genuineText],
    [help.honest, help.honestText],
    [help.keys, help.keysText],
  ] as const;
  return (
    <>
      <Title>{help.title}</Title>
      <p class="lead">{strings.tagline}</p>
      <h2>{start.title}</h2>
      <Doors onDoor={onDoor} />
      <h2>{help.answers}</h2>
      <div class="answers">
        <Fold title={help.terms}>
          <dl class="terms">
            {help.glossary.map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Fold>
        {texts.map(([heading, lines]) => (
          <Fold key={heading} title={heading}>
            {lines.map((text) => (
              <Genuine key={text} text={text} />
            ))}
          </Fold>
        ))}
        <Fold title={help.manual} language="en">
          {sectionsOf(manual()).map(([title, nodes], i) =>
            title === undefined ? (
              nodes.map(elementOf)
            ) : (
              <details key={i}>
                <summary>{title}</summary>
                {nodes.map(elementOf)}
              </details>
            ),
          )}
        </Fold>
      </div>
      <Draft />
      <dl class="facts">
        <div>
          <dt>{help.version}</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>{help.commit}</dt>
          <dd class="mono">{commit}</dd>
        </div>
      </dl>
    </>
  );
}

type Section = readonly [title: string | undefined, nodes: readonly ManualNode[]];

/** Returns the parts of the manual, each below its heading; the first one has none. */
function sectionsOf(nodes: readonly ManualNode[]): readonly Section[] {
  const starts = [0, ...nodes.keys()].filter((at) => at === 0 || nodes[at]?.[0] === 'h2');
  return [...new Set(starts)].map((start, i, all) => {
    const part = nodes.slice(start, all[i + 1]);
    const [heading = '', ...rest] = part;
    return heading[0] === 'h2' ? [textOf(heading), rest] : [undefined, part];
  });
}

/** Returns the words of a heading. */
const textOf = (node: ManualNode): string =>
  typeof node === 'string' ? node : node.slice(1).map(textOf).join('');

const elementOf = (node: ManualNode, i: number): Child => {
  if (typeof node === 'string') return node;
  const [tag, ...inside] = node;
  return typeof tag === 'string' ? createElement(tag, { key: i }, inside.map(elementOf)) : null;
};

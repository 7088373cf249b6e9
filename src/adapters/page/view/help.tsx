import { commit, version } from '../../runtime/version.ts';
import { type Child, createElement } from '../dom.ts';
import { type ManualNode, manual, strings } from '../language.ts';
import { Draft, Fold, Languages, Title } from './parts.tsx';
import { Genuine } from './start.tsx';

export function Help() {
  const { help, start } = strings;
  const texts = [
    [start.genuine, start.genuineText],
    [help.honest, help.honestText],
    [help.keys, help.keysText],
  ] as const;
  return (
    <>
      <Languages />
      <Title>{help.title}</Title>
      <p class="lead">{strings.tagline}</p>
      <section class="card">
        <h2>{help.terms}</h2>
        <dl class="terms">
          {help.glossary.map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {texts.map(([heading, lines]) => (
        <section key={heading} class="card">
          <h2>{heading}</h2>
          {lines.map((text) => (
            <Genuine key={text} text={text} />
          ))}
        </section>
      ))}
      <Fold title={help.manual} language="en">
        {manual().map(elementOf)}
      </Fold>
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

const elementOf = (node: ManualNode, i: number): Child => {
  if (typeof node === 'string') return node;
  const [tag, ...inside] = node;
  return typeof tag === 'string' ? createElement(tag, { key: i }, inside.map(elementOf)) : null;
};

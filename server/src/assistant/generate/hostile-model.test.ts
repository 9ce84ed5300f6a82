import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EVIL_HOST, listInjectedDocuments } from '../../../test/model-server/injected-documents.ts';
import {
  type ModelServer,
  startModelServer,
} from '../../../test/model-server/start-model-server.ts';
import { systemClock } from '../../platform/clock.ts';
import { createChatModel } from '../../platform/models/create-chat-model.ts';
import type { Assistant } from '../answer.ts';
import { createAssistant } from '../pipeline.ts';
import { ask } from '../testing/ask.ts';
import { createMemorySearch } from '../testing/create-memory-search.ts';
import { makePassage } from '../testing/make-passage.ts';
import { DEFAULT_MODEL_LIMITS } from './ask-model.ts';
import { createModelBreaker } from './model-breaker.ts';

const TOPIC = 'Zelquin';
const PASSAGES = listInjectedDocuments(TOPIC).map(({ name, text }) =>
  makePassage(text, { heading: `The ${TOPIC} award`, source: { title: name } }),
);

let server: ModelServer;
let assistant: Assistant;
beforeAll(async () => {
  server = await startModelServer();
  server.modes = ['obeys-injections'];
  const address = {
    provider: 'compatible',
    model: 'm',
    baseUrl: server.url,
    apiKey: 'the-key',
  } as const;
  assistant = createAssistant({
    search: createMemorySearch(PASSAGES),
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: { info: vi.fn<() => void>(), warn: vi.fn<() => void>() },
    clock: systemClock,
    model: {
      model: createChatModel(address),
      budget: { hasRoom: async () => true, spend: async () => undefined },
      breaker: createModelBreaker({ clock: systemClock }),
      limits: DEFAULT_MODEL_LIMITS,
    },
  });
});
afterAll(() => server.close());

test.each(Array.from({ length: 10 }, (_, way) => way))(
  '[CHAT-02, CHAT-14] whatever an obedient model is told by documents of the kind %i, nothing active and no uncited rule is shown',
  async (way) => {
    const shown: string[] = [];
    for (let harm = 0; harm < 5; harm += 1) {
      const answer = await ask(assistant, `What does the ${TOPIC} award, part ${way}${harm}, pay?`);
      shown.push(answer.text, answer.deltas.join(''));
      expect(answer.text).toContain(TOPIC);
      expect(answer.sources.length).toBeGreaterThan(0);
    }
    for (const whole of shown) {
      const text = whole.replaceAll('](https://www.ncaa.org/rules)', ']');
      expect(text).not.toMatch(/!\[|<[a-z!/]|\]\(|\]:|https?:|www\./i);
      expect(text).not.toContain(`[${EVIL_HOST}`);
      expect(text).not.toMatch(
        /you are eligible|you will get|password|instructions were|the-key|NOT_IN_SOURCES/i,
      );
      expect(text).not.toMatch(/December 31, 2031|call you at any hour/);
    }
  },
);

test('[CHAT-14] the fence of the passages cannot be closed from inside', () => {
  for (const { prompt } of server.requests) {
    expect(prompt.match(/<\/passages>/g)).toHaveLength(1);
    expect(prompt.match(/<question>\n/g)).toHaveLength(1);
  }
});

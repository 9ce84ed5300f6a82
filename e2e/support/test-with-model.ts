import {
  type ModelServer,
  startModelServer,
} from '../../server/test/model-server/start-model-server.ts';
import { startProduct } from './start-product.ts';
import { test as base } from './test.ts';

/** A test with a product of its own, whose answers a stand-in for a language model writes. */
export const test = base.extend<object, { model: ModelServer }>({
  model: [
    async ({}, use) => {
      const model = await startModelServer();
      await use(model);
      await model.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ model }, use) => {
      const product = await startProduct({
        CHAT_MODEL: 'compatible/stand-in',
        CHAT_MODEL_URL: model.url,
        EMBEDDING_MODEL: 'none',
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

import type { Page } from '@playwright/test';
import type { Product } from '../support/start-product.ts';
import type { Camera } from './camera.ts';

export interface Walk {
  page: Page;
  product: Product;
  camera: Camera;
}

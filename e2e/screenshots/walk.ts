import type { Page } from '@playwright/test';
import type { Network } from '../support/network.ts';
import type { Product } from '../support/start-product.ts';
import type { Visitor } from '../support/visitor.ts';
import type { Camera } from './camera.ts';

/** A page with a person before it, and everything that brings it into a state worth a picture. */
export interface Walk {
  page: Page;
  product: Product;
  visitor: Visitor;
  network: Network;
  camera: Camera;
}

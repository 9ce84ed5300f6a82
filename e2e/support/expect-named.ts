import { expect, type Page } from '@playwright/test';

const PHONE = { width: 390, height: 844 };

/** What somebody does something with; a name is all that those who do not see it have. */
const CONTROLS = new Set([
  'button',
  'link',
  'checkbox',
  'radio',
  'switch',
  'combobox',
  'textbox',
  'searchbox',
  'slider',
  'spinbutton',
  'tab',
  'menuitem',
  'option',
  'dialog',
  'alertdialog',
]);

/** Finds no control without a name, in the width of the page and in a phone's. */
export async function expectNamed(page: Page, state: string): Promise<void> {
  const size = page.viewportSize();
  await expectNamedAsItStands(page, state);
  await page.setViewportSize(PHONE);
  await expectNamedAsItStands(page, `${state} on a phone`);
  if (size !== null) await page.setViewportSize(size);
}

/** Looks at the browser's own accessibility tree, shadow trees included. */
async function expectNamedAsItStands(page: Page, state: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const controls = nodes.filter(({ ignored, role }) => !ignored && CONTROLS.has(role?.value));
  const nameless = controls
    .filter(({ name }) => String(name?.value ?? '').trim() === '')
    .map(({ role, properties }) => `${role?.value} ${JSON.stringify(properties)}`);
  expect.soft(controls.length, `${state} has controls`).toBeGreaterThan(0);
  expect.soft(nameless, `${state} has controls without a name`).toEqual([]);
}

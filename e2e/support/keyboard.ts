import { expect, type JSHandle, type Locator, type Page } from '@playwright/test';

const STOPS_MAX = 80;

/** A person without a pointer, who sees where they are at every stop. */
export interface Keyboard {
  /** Waits for the control and presses Tab until it has the focus, or Shift+Tab for one that stands before. */
  moveTo(control: Locator, options?: { back: boolean }): Promise<void>;
  /** Presses Tab once. */
  step(key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Presses a key for what has the focus; whatever that does, in the end something has it. */
  press(key: string): Promise<void>;
  /** All letters at once, as an input method gives them; the sign-in widget loses some of those that come fast. */
  write(text: string): Promise<void>;
  /** Types a passcode, of which each digit moves the focus to the next box. */
  writeCode(code: string): Promise<void>;
}

export function createKeyboard(page: Page): Keyboard {
  const expectFocus = () => expect(page.locator('body')).not.toBeFocused();
  async function step(key: 'Tab' | 'Shift+Tab' = 'Tab') {
    const stop = await page.evaluateHandle(findFocused);
    const focused = await readLooks(stop);
    await page.keyboard.press(key);
    if (focused === null) return;
    const name = await stop.evaluate((element) => element?.outerHTML.slice(0, 160));
    await expect.poll(() => readLooks(stop), `the focus shows on ${name}`).not.toBe(focused);
  }
  return {
    step,
    async moveTo(control, { back } = { back: false }) {
      await control.first().waitFor();
      for (let stops = 0; stops < STOPS_MAX; stops += 1) {
        if (await hasFocus(control)) return;
        await step(back ? 'Shift+Tab' : 'Tab');
        await expectFocus();
      }
      await expect(control).toBeFocused();
    },
    async press(key) {
      await expectFocus();
      await page.keyboard.press(key);
      await expectFocus();
    },
    write: (text) => page.keyboard.insertText(text),
    async writeCode(code) {
      for (const [index, digit] of code.split('').entries()) {
        await expect(page.locator(`input[name="passcode${index}"]`)).toBeFocused();
        await page.keyboard.press(digit);
      }
    },
  };
}

async function hasFocus(control: Locator): Promise<boolean> {
  return control.first().evaluate((element) => element.matches(':focus'));
}

/** The focused element; the sign-in widget keeps its own in a shadow tree. */
function findFocused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/**
 * What a focus can change on a control or around it; null for what no key leads to any more, and for a
 * date, which Tab leads through part by part.
 */
function readLooks(stop: JSHandle<Element | null>): Promise<string | null> {
  return stop.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return null;
    if (element instanceof HTMLInputElement && element.type === 'date') return null;
    // A page that was just left is gone while its last control is still remembered.
    if (!element.isConnected || element.tabIndex < 0) return null;
    const looks: string[] = [];
    let part: Element | null = element;
    while (part !== null && part !== document.body && looks.length < 4) {
      const style = getComputedStyle(part);
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, top } = style;
      const outline = outlineStyle === 'none' ? '' : outlineStyle + outlineWidth + outlineColor;
      looks.push([outline, boxShadow, borderColor, top].join(' '));
      const root = part.getRootNode();
      part = part.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
    return looks.join('\n');
  });
}

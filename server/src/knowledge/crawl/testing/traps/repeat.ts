/** The text again and again, as often as asked or for ever. */
export function* repeat(text: string, times = Infinity): Generator<string> {
  for (let count = 0; count < times; count++) yield text;
}

/**
 * The function with its latest answers remembered, by its argument: of more than `max` the one that was
 * asked for longest ago goes. For what is always the same and takes time to find out.
 */
export function rememberLatest<Value extends object>(
  max: number,
  find: (key: string) => Value,
): (key: string) => Value {
  const remembered = new Map<string, Value>();
  return (key) => {
    const known = remembered.get(key);
    const value = known ?? find(key);
    if (known !== undefined) remembered.delete(key);
    else if (remembered.size >= max) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(key, value);
    return value;
  };
}

import { DELETE_REST_MS } from '@pathway/contract/limits';
import { useEffect, useState } from 'react';
import { focusRow } from './named-row.ts';

/** Something that was deleted, and what stood before it in its list; null for what was first. */
interface DeletedPlace<Item> {
  item: Item;
  afterId: string | null;
}

/** A line of a list: an item, or the place of one that was deleted. */
interface PlacedItem<Item> {
  item: Item;
  isDeleted: boolean;
}

/** The items with the places of those that are gone, each after what it followed. */
function placeDeleted<Item extends { id: string }>(
  items: readonly Item[],
  places: readonly DeletedPlace<Item>[],
): PlacedItem<Item>[] {
  const placed = items.map((item) => ({ item, isDeleted: false }));
  const listed = new Set(items.map(({ id }) => id));
  for (const { item, afterId } of places) {
    if (listed.has(item.id)) continue;
    const index = placed.findIndex(({ item: { id } }) => id === afterId);
    placed.splice(index + 1, 0, { item, isDeleted: true });
  }
  return placed;
}

/**
 * Remembers where items of a list stood that are deleted here, until one leaves the page. While an item is deleted
 * and when its line gives way, the other Delete buttons rest for a moment: a second press was meant for the first.
 * The row of an item that comes back gets the focus, which its Undo had; it is known by `data-row`.
 */
export function useDeletedPlaces<Item extends { id: string }>(items: readonly Item[]) {
  const [places, setPlaces] = useState<readonly DeletedPlace<Item>[]>([]);
  const [returningId, setReturningId] = useState<string | null>(null);
  const { isResting, rest } = useRest();
  const placed = placeDeleted(items, places);
  const hasReturned = items.some(({ id }) => id === returningId);

  useEffect(() => {
    if (hasReturned && returningId !== null) focusRow(returningId);
  }, [hasReturned, returningId]);

  return {
    placed,
    isResting,
    /** An item is about to be deleted. */
    keep(id: string) {
      rest();
      setReturningId(null);
      const index = placed.findIndex(({ item }) => item.id === id);
      const item = placed[index]?.item;
      if (item === undefined) return;
      const afterId = placed[index - 1]?.item.id ?? null;
      setPlaces((known) => [...known.filter((place) => place.item.id !== id), { item, afterId }]);
    },
    /** It is deleted, and its list shows it. */
    settle: rest,
    /** It could not be deleted, or can no longer be restored. */
    forget(id: string) {
      setPlaces((known) => known.filter(({ item }) => item.id !== id));
    },
    /** It is about to come back. */
    expectBack: setReturningId,
  };
}

/** A rest of `DELETE_REST_MS` since the last call of `rest`. */
function useRest() {
  const [rests, setRests] = useState(0);
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (rests === 0) return;
    const timer = setTimeout(() => setResting(false), DELETE_REST_MS);
    return () => clearTimeout(timer);
  }, [rests]);
  const rest = () => {
    setResting(true);
    setRests((count) => count + 1);
  };
  return { isResting, rest };
}

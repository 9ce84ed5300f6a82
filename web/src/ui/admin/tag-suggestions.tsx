import { Button } from '../button.tsx';
import { MESSAGES } from './messages.ts';

interface TagSuggestionsProps {
  tags: readonly string[];
  onPick: (tag: string) => void;
}

/** Known tags to press instead of typing on. */
export function TagSuggestions({ tags, onPick }: TagSuggestionsProps) {
  if (tags.length === 0) return null;
  return (
    <fieldset aria-label={MESSAGES.knownTags} className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <Button key={tag} variant="secondary" size="sm" onClick={() => onPick(tag)}>
          {tag}
        </Button>
      ))}
    </fieldset>
  );
}

import { toTerm } from './to-terms.ts';

/**
 * Terms of verbs and nouns that people put into every question, whatever it is about: they are indexed
 * and searched, but say little about the topic.
 */
export const LIGHT_TERMS: ReadonlySet<string> = new Set(
  `get gets got getting gotten give gives gave given giving go goes going gone went gonna wanna gotta
  make makes made making take takes took taken taking put puts want wants wanted wanting know knows
  knew known need needs needed let lets keep keeps kept come comes came coming say says said tell tells
  told telling think thinks thought see sees seen look looks looking find finds found try tries tried
  trying use uses used using ask asks asked happen happens happened mean means meant
  thing things stuff way ways lot lots kind sort bit really actually still even anything something
  everything nothing anyone someone somebody anybody everyone good bad better best big okay ok sure
  right wrong like new able supposed allowed please help question wonder wondering maybe instead yet
  ever never always pretty long now today`
    .split(/\s+/)
    .map(toTerm),
);

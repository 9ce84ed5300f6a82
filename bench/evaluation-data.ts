import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

/** Passages with questions whose gold passage is known by its index in the list. */
export interface SquadSet {
  passages: { title: string; text: string }[];
  questions: { q: string; p: number; a: string[] }[];
}

/** A handbook by sections, and questions whose answers stand verbatim somewhere in it. */
export interface HandbookSet {
  docs: {
    id: string;
    title: string;
    sections: { chapter: string; heading: string; text: string }[];
  }[];
  questions: { q: string; evidence: string; docs: string[] }[];
  unanswerable: string[];
}

const folder = process.env['EVAL_DIR']
  ? pathToFileURL(`${process.env['EVAL_DIR']}/`)
  : new URL('../../shared/eval/', import.meta.url);

export async function readSquad(): Promise<SquadSet> {
  return JSON.parse(await readFile(new URL('squad11-dev.json', folder), 'utf8')) as SquadSet;
}

export async function readHandbook(): Promise<HandbookSet> {
  return JSON.parse(await readFile(new URL('fsa-handbook.json', folder), 'utf8')) as HandbookSet;
}

import { Database } from 'bun:sqlite'
import { renameSync } from 'node:fs'
import { compileGazetteer, type Gazetteer } from './compile'
import { sweepDrafts } from './draft'
import { countryWord, degreeScale, gazetteerEdition, regionWord } from './format'
import { packNames, savePackedNames, type NameEntry } from './packed-names'
import { plain } from './spelling'

const layout = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE edition (edition TEXT NOT NULL);
  CREATE TABLE region (id INTEGER PRIMARY KEY, country TEXT NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL,
    plain TEXT NOT NULL);
  CREATE TABLE place (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, region INTEGER NOT NULL,
    lat INTEGER NOT NULL, lng INTEGER NOT NULL, population INTEGER NOT NULL);
  CREATE TABLE zip (zip INTEGER PRIMARY KEY, place TEXT NOT NULL, region INTEGER NOT NULL,
    lat INTEGER NOT NULL, lng INTEGER NOT NULL);
  CREATE VIRTUAL TABLE name USING fts5(text, content = '', detail = none, columnsize = 0,
    tokenize = "unicode61 remove_diacritics 0 tokenchars '@'");
  CREATE TABLE packed (part TEXT PRIMARY KEY, data BLOB NOT NULL);
`

/** Writes the gazetteer beside its place and moves it there, so that a file by that name is always whole. */
export function buildGazetteer(path: string, draft: string): void {
  sweepDrafts(path)
  write(draft, compileGazetteer())
  renameSync(draft, path)
}

function write(path: string, gazetteer: Gazetteer): void {
  const db = new Database(path, { create: true })
  try {
    db.run(layout)
    db.transaction(() => {
      writePlaces(db, gazetteer)
      writeNames(db, gazetteer)
    })()
    db.run("INSERT INTO name (name) VALUES ('optimize')")
    db.run('VACUUM')
    db.run('INSERT INTO edition VALUES (?)', [gazetteerEdition()])
  } finally {
    db.close()
  }
}

function writePlaces(db: Database, { regions, places, zips }: Gazetteer): void {
  const insertRegion = db.prepare('INSERT INTO region VALUES (?, ?, ?, ?, ?)')
  for (const [id, { country, code, name }] of regions.entries())
    insertRegion.run(id, country, code, name, plain(name))
  const insertPlace = db.prepare('INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?)')
  for (const [id, { kind, name, region, lat, lng, population }] of places.entries())
    insertPlace.run(id, kind, name, region, scaled(lat), scaled(lng), population)
  const insertZip = db.prepare('INSERT OR IGNORE INTO zip VALUES (?, ?, ?, ?, ?)')
  for (const { zip, place, region, lat, lng } of zips.toSorted((a, b) => Number(a.zip) - Number(b.zip)))
    insertZip.run(Number(zip), place, region, scaled(lat), scaled(lng))
}

/** Names are numbered from the most populous place down, so the index lists them in that order. */
function writeNames(db: Database, { regions, places }: Gazetteer): void {
  const insertName = db.prepare('INSERT INTO name (rowid, text) VALUES (?, ?)')
  const entries: NameEntry[] = []
  for (const [place, { names, region }] of places.entries()) {
    const context = `${regionWord(region)} ${countryWord(regions[region]?.country ?? '')}`
    for (const text of names) {
      insertName.run(entries.length, `${text} ${context}`)
      entries.push({ text, place, region })
    }
  }
  savePackedNames(db, packNames(entries))
}

const scaled = (degrees: number): number => Math.round(degrees * degreeScale)

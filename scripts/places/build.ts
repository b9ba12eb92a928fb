import { Database } from 'bun:sqlite'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import {
  countryWord,
  degreeScale,
  gazetteerEdition,
  packedGazetteer,
  regionWord,
} from '../../src/providers/geocoder/gazetteer/file'
import { storedNames, type NameEntry } from '../../src/providers/geocoder/gazetteer/name-index'
import { plain } from '../../src/providers/geocoder/gazetteer/names'
import { compileGazetteer, type Gazetteer } from './compile'
import { sourceVersions } from './sources'

const layout = `
  PRAGMA page_size = 4096;
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

/** Writes the gazetteer's database: the same bytes from the same packages and the same version of Bun. */
export function writeGazetteer(path: string, gazetteer: Gazetteer): void {
  const db = new Database(path, { create: true })
  try {
    db.run(layout)
    db.transaction(() => {
      writePlaces(db, gazetteer)
      writeNames(db, gazetteer)
      db.run('INSERT INTO edition VALUES (?)', [gazetteerEdition])
    })()
    db.run("INSERT INTO name (name) VALUES ('optimize')")
    db.run('VACUUM')
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
  const insertPart = db.prepare('INSERT INTO packed VALUES (?, ?)')
  for (const [part, { buffer, byteOffset, byteLength }] of Object.entries(storedNames(entries)))
    insertPart.run(part, new Uint8Array(buffer, byteOffset, byteLength))
}

const scaled = (degrees: number): number => Math.round(degrees * degreeScale)

/** A small window, so that unpacking takes little memory. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 22 },
}

if (import.meta.main) {
  const sources = sourceVersions().join(', ')
  if (!gazetteerEdition.endsWith(sources))
    throw new Error(`Name these sources in gazetteerEdition: ${sources}`)
  const draft = join(tmpdir(), `truckroll-places-${process.pid}.db`)
  try {
    writeGazetteer(draft, compileGazetteer())
    const packed = zstdCompressSync(readFileSync(draft), compression)
    writeFileSync(packedGazetteer, packed)
    process.stdout.write(`${(packed.length / 1e6).toFixed(1)} MB written to ${packedGazetteer}\n`)
  } finally {
    rmSync(draft, { force: true })
  }
}

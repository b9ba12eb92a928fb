CREATE TABLE `stale_customers` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stale_jobs` (
	`seq` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE `customers` ADD `search_row` integer;--> statement-breakpoint
-- The words people search by, each in one spelling (src/lib/search-words.ts). Searches and quiet moments fill
-- both tables, so that a booking doesn't pay for them. A job's `rowid` is its `seq`.
DROP TABLE job_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE job_search USING fts5(
  name, contact, place, franchise,
  tokenize = 'ascii', prefix = '1 2 3', detail = column, columnsize = 0
);
--> statement-breakpoint
CREATE VIRTUAL TABLE customer_search USING fts5(
  name, contact, place, id UNINDEXED,
  tokenize = 'ascii', prefix = '1 2 3', detail = column, columnsize = 0
);
--> statement-breakpoint
-- A word that is deleted leaves the index at once, not when its pages are merged some day.
INSERT INTO job_search (job_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO customer_search (customer_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO stale_customers (id) SELECT id FROM customers WHERE searchable = 1;
--> statement-breakpoint
-- Whoever changes or deletes a row, nobody finds it by its old words. A search adds the new ones.
CREATE TRIGGER customers_search_changed
AFTER UPDATE OF name, email, phone, address, merged_into ON customers
WHEN OLD.search_row IS NOT NULL AND (
  OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone
  OR OLD.address IS NOT NEW.address OR OLD.merged_into IS NOT NEW.merged_into
)
BEGIN
  DELETE FROM customer_search WHERE rowid = OLD.search_row AND id = OLD.id;
  UPDATE customers SET search_row = NULL WHERE id = NEW.id;
  INSERT OR IGNORE INTO stale_customers (id) VALUES (NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER customers_search_deleted
AFTER DELETE ON customers
BEGIN
  DELETE FROM customer_search WHERE rowid = OLD.search_row AND id = OLD.id;
  DELETE FROM stale_customers WHERE id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER jobs_search_changed
AFTER UPDATE OF customer_name, customer_email, customer_phone, address, franchise_id ON jobs
WHEN OLD.customer_name IS NOT NEW.customer_name OR OLD.customer_email IS NOT NEW.customer_email
  OR OLD.customer_phone IS NOT NEW.customer_phone OR OLD.address IS NOT NEW.address
  OR OLD.franchise_id IS NOT NEW.franchise_id
BEGIN
  DELETE FROM job_search WHERE rowid = OLD.seq;
  INSERT OR IGNORE INTO stale_jobs (seq) VALUES (OLD.seq);
END;
--> statement-breakpoint
CREATE TRIGGER jobs_search_deleted
AFTER DELETE ON jobs
BEGIN
  DELETE FROM job_search WHERE rowid = OLD.seq;
  DELETE FROM stale_jobs WHERE seq = OLD.seq;
END;

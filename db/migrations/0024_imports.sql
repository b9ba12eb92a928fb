CREATE TABLE `import_rows` (
	`import_id` text NOT NULL,
	`line` integer NOT NULL,
	`cells` text,
	`outcome` text,
	`record_id` text,
	`job_id` text,
	`filled` text,
	PRIMARY KEY(`import_id`, `line`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_rows_by_job` ON `import_rows` (`job_id`) WHERE "import_rows"."job_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`file_name` text NOT NULL,
	`origin` text NOT NULL,
	`columns` text NOT NULL,
	`mapping` text NOT NULL,
	`duplicates` text DEFAULT 'merge' NOT NULL,
	`faulty` text DEFAULT 'stop' NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`findings` text,
	`counts` text DEFAULT '{}' NOT NULL,
	`failure` text,
	`created_by` text NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imports_unfinished` ON `imports` (`state`) WHERE "imports"."state" IN ('checking', 'running', 'undoing');--> statement-breakpoint
ALTER TABLE `customers` ADD `address` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `notes` text;--> statement-breakpoint
-- The timeline is append-only. Only the demo company and the jobs of an import that is being undone can go.
DROP TRIGGER job_events_never_go;
--> statement-breakpoint
CREATE TRIGGER job_events_never_go
BEFORE DELETE ON job_events
WHEN (SELECT demo FROM jobs WHERE id = OLD.job_id) IS NOT 1
  AND NOT EXISTS (
    SELECT 1 FROM import_rows AS made JOIN imports AS whole ON whole.id = made.import_id
    WHERE made.job_id = OLD.job_id AND whole.state = 'undoing'
  )
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;

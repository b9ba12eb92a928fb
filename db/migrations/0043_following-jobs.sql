CREATE TABLE `following_jobs` (
	`job_id` text PRIMARY KEY NOT NULL,
	`after_job_id` text NOT NULL,
	`gap_minutes` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`after_job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `following_jobs_by_first` ON `following_jobs` (`after_job_id`);--> statement-breakpoint
-- No job comes after itself, not even through others.
CREATE TRIGGER following_jobs_no_circle
BEFORE INSERT ON following_jobs
WHEN NEW.job_id IN (
  WITH RECURSIVE earlier(id) AS (
    SELECT NEW.after_job_id
    UNION
    SELECT link.after_job_id FROM following_jobs AS link JOIN earlier ON link.job_id = earlier.id
  )
  SELECT id FROM earlier
)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:circle');
END;
--> statement-breakpoint
CREATE TRIGGER following_jobs_never_change
BEFORE UPDATE ON following_jobs
BEGIN
  SELECT RAISE(ABORT, 'truckroll:circle');
END;

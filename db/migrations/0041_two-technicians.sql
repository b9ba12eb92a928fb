CREATE TABLE `second_workers` (
	`job_id` text PRIMARY KEY NOT NULL,
	`worker_id` text NOT NULL,
	`start` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `second_workers_by_worker` ON `second_workers` (`worker_id`,`start`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `technicians` integer;--> statement-breakpoint
ALTER TABLE `service_types` ADD `technicians` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Nobody is in two places at once, as the lead of a visit or as its second technician, the buffer behind each
-- visit included. A visit lasts a day at the most, so looking back one day is enough.
DROP TRIGGER jobs_no_overlap_on_update;
--> statement-breakpoint
CREATE TRIGGER jobs_no_overlap_on_update
BEFORE UPDATE OF worker_id, scheduled_start, scheduled_end, busy_until, status ON jobs
WHEN NEW.worker_id IS NOT NULL AND NEW.scheduled_start IS NOT NULL
  AND NEW.status IN ('scheduled', 'en_route', 'in_progress')
  AND (EXISTS (
    SELECT 1 FROM jobs AS other
    WHERE other.worker_id = NEW.worker_id
      AND other.id <> NEW.id
      AND other.scheduled_start > NEW.scheduled_start - 86400000
      AND other.scheduled_start < NEW.busy_until
      AND other.busy_until > NEW.scheduled_start
      AND other.status IN ('scheduled', 'en_route', 'in_progress')
  ) OR EXISTS (
    SELECT 1 FROM second_workers AS second JOIN jobs AS other ON other.id = second.job_id
    WHERE second.worker_id = NEW.worker_id
      AND second.start > NEW.scheduled_start - 86400000
      AND second.start < NEW.busy_until
      AND (second.job_id = NEW.id OR other.busy_until > NEW.scheduled_start
        AND other.status IN ('scheduled', 'en_route', 'in_progress'))
  ))
BEGIN
  SELECT RAISE(ABORT, 'truckroll:overlap');
END;
--> statement-breakpoint
CREATE TRIGGER jobs_no_overlap_of_second
BEFORE UPDATE OF scheduled_start, scheduled_end, busy_until, status ON jobs
WHEN NEW.scheduled_start IS NOT NULL
  AND NEW.status IN ('scheduled', 'en_route', 'in_progress')
  AND EXISTS (SELECT 1 FROM second_workers AS own WHERE own.job_id = NEW.id AND (EXISTS (
    SELECT 1 FROM jobs AS other
    WHERE other.worker_id = own.worker_id
      AND other.id <> NEW.id
      AND other.scheduled_start > NEW.scheduled_start - 86400000
      AND other.scheduled_start < NEW.busy_until
      AND other.busy_until > NEW.scheduled_start
      AND other.status IN ('scheduled', 'en_route', 'in_progress')
  ) OR EXISTS (
    SELECT 1 FROM second_workers AS second JOIN jobs AS other ON other.id = second.job_id
    WHERE second.worker_id = own.worker_id
      AND second.job_id <> NEW.id
      AND second.start > NEW.scheduled_start - 86400000
      AND second.start < NEW.busy_until
      AND other.busy_until > NEW.scheduled_start
      AND other.status IN ('scheduled', 'en_route', 'in_progress')
  )))
BEGIN
  SELECT RAISE(ABORT, 'truckroll:second-overlap');
END;
--> statement-breakpoint
CREATE TRIGGER second_workers_no_overlap
BEFORE INSERT ON second_workers
WHEN EXISTS (SELECT 1 FROM jobs AS visit WHERE visit.id = NEW.job_id AND (
  visit.worker_id IS NULL OR visit.worker_id = NEW.worker_id OR visit.scheduled_start IS NOT NEW.start
  OR visit.status IN ('scheduled', 'en_route', 'in_progress') AND (EXISTS (
    SELECT 1 FROM jobs AS other
    WHERE other.worker_id = NEW.worker_id
      AND other.scheduled_start > visit.scheduled_start - 86400000
      AND other.scheduled_start < visit.busy_until
      AND other.busy_until > visit.scheduled_start
      AND other.status IN ('scheduled', 'en_route', 'in_progress')
  ) OR EXISTS (
    SELECT 1 FROM second_workers AS second JOIN jobs AS other ON other.id = second.job_id
    WHERE second.worker_id = NEW.worker_id
      AND second.job_id <> NEW.job_id
      AND second.start > visit.scheduled_start - 86400000
      AND second.start < visit.busy_until
      AND other.busy_until > visit.scheduled_start
      AND other.status IN ('scheduled', 'en_route', 'in_progress')
  ))))
BEGIN
  SELECT RAISE(ABORT, 'truckroll:second-overlap');
END;
--> statement-breakpoint
-- Another second technician is another row, which the trigger above checks.
CREATE TRIGGER second_workers_never_change
BEFORE UPDATE OF job_id, worker_id ON second_workers
BEGIN
  SELECT RAISE(ABORT, 'truckroll:second-overlap');
END;
--> statement-breakpoint
CREATE TRIGGER second_workers_follow
AFTER UPDATE OF worker_id, scheduled_start ON jobs
WHEN NEW.worker_id IS NOT OLD.worker_id OR NEW.scheduled_start IS NOT OLD.scheduled_start
BEGIN
  DELETE FROM second_workers
  WHERE job_id = NEW.id AND (NEW.worker_id IS NULL OR NEW.scheduled_start IS NULL);
  UPDATE second_workers SET start = NEW.scheduled_start
  WHERE job_id = NEW.id AND start <> NEW.scheduled_start;
END;

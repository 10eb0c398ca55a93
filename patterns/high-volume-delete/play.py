class datetime(datetime):  # today is the day that the class says
    today = datetime(2026, 1, 7, 9, tzinfo=timezone.utc)

    def now(zone):
        return datetime.today

def sign_in(day, time, place):
    at = datetime.fromisoformat(f"{day}T{time}:00+00:00")
    record(at, {"PartitionKey": "ada", "RowKey": f"{time}_4711", "From": place})

def tables():
    return [table.name for table in service.list_tables()]

sign_in("2026-01-07", "08:50", "Oslo")
print(tables())
print([each["From"] for each in read_day("ada", datetime.today)])
datetime.today += timedelta(days=29)
service.create_table("SignIns2025Archive")
every_day()
sign_in("2026-01-05", "23:59", "Oslo")
print(tables())
print([each["RowKey"] for each in service.get_table_client("SignIns20260107").list_entities()])

# Output:
# ['SignIns20260105', 'SignIns20260106', 'SignIns20260107']
# ['Oslo']
# ['SignIns2025Archive', 'SignIns20260106', 'SignIns20260107', 'SignIns20260206']
# ['08:50_4711']
